/** The trials of a run as results of a study: figures by cell, and what is made of its claims. */
@NullMarked
package dev.assay.analysis.study;

import org.jspecify.annotations.NullMarked;
