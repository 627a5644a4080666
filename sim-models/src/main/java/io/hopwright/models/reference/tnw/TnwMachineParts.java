package io.hopwright.models.reference.tnw;

import io.hopwright.models.reference.ReferenceDraws;

/** What all parts of a machine share. Confined to the thread of its machine. */
record TnwMachineParts(
    TnwParameters parameters,
    TnwRules rules,
    TnwClock clock,
    TnwCounts counts,
    ReferenceDraws draws) {}
