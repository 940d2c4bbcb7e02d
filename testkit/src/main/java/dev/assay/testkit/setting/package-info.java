/** The lists of vendors' setting names, held against the clients that drivers are built with. */
@NullMarked
package dev.assay.testkit.setting;

import org.jspecify.annotations.NullMarked;
