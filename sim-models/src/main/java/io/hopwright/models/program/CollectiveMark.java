package io.hopwright.models.program;

import io.hopwright.models.program.collectives.Algorithm;

/**
 * Call of a collective by a rank whose program is a graph, in which the collective is its messages:
 * the call begins with the beginning of one operation and ends with the completion of another.
 *
 * @param algorithm algorithm of the messages
 * @param members number of members of the group, from 2
 * @param bytes bytes of the statement of a program that does the same
 * @param first first operation
 * @param last last operation; all those of the call have numbers in between
 */
public record CollectiveMark(Algorithm algorithm, int members, long bytes, int first, int last) {}
