/** Tables and pictures of a result: links, flows, heat maps. */
package io.hopwright.models.tables;
