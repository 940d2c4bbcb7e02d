/**
 * What held a trial back, confirmed by experiment: limits that are suspected by its evidence, what moves each and nothing else, and
 * what trials have shown in which one was moved.
 */
@NullMarked
package dev.assay.analysis.explanation;

import org.jspecify.annotations.NullMarked;
