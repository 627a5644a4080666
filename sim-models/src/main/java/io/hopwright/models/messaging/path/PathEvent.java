package io.hopwright.models.messaging.path;

/**
 * Piece of work of a rank, or transfer from one rank to another.
 *
 * @param rank that works, or that posted the transfer
 * @param peer rank that the transfer is for, {@link PathSegment#NONE} of work
 * @param word kind of work, or of the transfer
 * @param operation number of the operation with its round, {@link PathSegment#NONE} if it has none
 * @param message number of the message among those of its sender, {@link PathSegment#NONE} if there
 *     is none
 * @param bytes of the message, {@link PathSegment#NONE} of work
 * @param toTick the end of the work; or the tick at which the receiver begins to handle the
 *     transfer, or its interface has
 */
public record PathEvent(
    int job,
    int rank,
    int peer,
    String word,
    long operation,
    long message,
    long bytes,
    long fromTick,
    long toTick) {}
