/** Apache Kafka through its official client. */
@NullMarked
package dev.assay.driver.kafka;

import org.jspecify.annotations.NullMarked;
