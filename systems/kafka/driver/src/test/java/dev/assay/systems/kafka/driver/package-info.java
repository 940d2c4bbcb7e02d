/** The Kafka driver under test. */
@NullMarked
package dev.assay.systems.kafka.driver;

import org.jspecify.annotations.NullMarked;
