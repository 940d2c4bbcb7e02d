/** What a scenario file says, as validated records; one record component is one key of the file. */
@NullMarked
package dev.assay.core.scenario;

import org.jspecify.annotations.NullMarked;
