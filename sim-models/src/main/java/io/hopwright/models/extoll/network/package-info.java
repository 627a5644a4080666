/** Network of EXTOLL: torus, routers, routing tables and links. */
package io.hopwright.models.extoll.network;
