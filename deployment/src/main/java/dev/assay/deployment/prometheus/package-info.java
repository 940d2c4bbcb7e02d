/** What servers tell over HTTP in Prometheus's text format. */
@NullMarked
package dev.assay.deployment.prometheus;

import org.jspecify.annotations.NullMarked;
