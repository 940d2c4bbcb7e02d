/** The Kafka driver under test. */
@NullMarked
package dev.assay.driver.kafka;

import org.jspecify.annotations.NullMarked;
