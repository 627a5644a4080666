/** What a result holds beside its numbers: tables of links, flows and heat, pictures. */
package io.hopwright.models.tables;
