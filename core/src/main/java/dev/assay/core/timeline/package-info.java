/** A trial over time: its phases, what is offered in each, and what happens when. */
@NullMarked
package dev.assay.core.timeline;

import org.jspecify.annotations.NullMarked;
