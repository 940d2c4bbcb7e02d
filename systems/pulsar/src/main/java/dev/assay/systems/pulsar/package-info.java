/** Apache Pulsar as scenarios describe it, and what its settings make of a durability level. */
@NullMarked
package dev.assay.systems.pulsar;

import org.jspecify.annotations.NullMarked;
