/** The Pulsar driver under test. */
@NullMarked
package dev.assay.systems.pulsar.driver;

import org.jspecify.annotations.NullMarked;
