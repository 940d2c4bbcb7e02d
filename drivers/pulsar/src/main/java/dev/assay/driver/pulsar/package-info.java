/** Apache Pulsar through its official clients. */
@NullMarked
package dev.assay.driver.pulsar;

import org.jspecify.annotations.NullMarked;
