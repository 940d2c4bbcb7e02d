/** From YAML text to scenario records, with every problem located. */
@NullMarked
package dev.assay.core.scenario.text;

import org.jspecify.annotations.NullMarked;
