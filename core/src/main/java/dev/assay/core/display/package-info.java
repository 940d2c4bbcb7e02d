/** What a text from outside looks like where people read it: terminals, pages and spreadsheets. */
@NullMarked
package dev.assay.core.display;

import org.jspecify.annotations.NullMarked;
