/** The Pulsar driver under test. */
@NullMarked
package dev.assay.driver.pulsar;

import org.jspecify.annotations.NullMarked;
