/** What processes and machine use, once a second, and what the machine is. */
@NullMarked
package dev.assay.deployment.telemetry;

import org.jspecify.annotations.NullMarked;
