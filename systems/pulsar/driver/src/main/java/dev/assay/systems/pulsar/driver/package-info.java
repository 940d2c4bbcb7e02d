/** Apache Pulsar through its official clients. */
@NullMarked
package dev.assay.systems.pulsar.driver;

import org.jspecify.annotations.NullMarked;
