/** The contract itself under test: a small system that keeps it, and drivers that break it. */
@NullMarked
package dev.assay.driver.contract;

import org.jspecify.annotations.NullMarked;
