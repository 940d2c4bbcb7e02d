/** What a text from outside looks like where people read it: terminals and spreadsheets. */
@NullMarked
package dev.assay.core.display;

import org.jspecify.annotations.NullMarked;
