/** What happens while a trial runs, and whoever listens to it. */
@NullMarked
package dev.assay.core.trial;

import org.jspecify.annotations.NullMarked;
