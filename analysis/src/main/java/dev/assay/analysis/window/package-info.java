/** Statistics over windows of some seconds of a phase, as published charts over time have them. */
@NullMarked
package dev.assay.analysis.window;

import org.jspecify.annotations.NullMarked;
