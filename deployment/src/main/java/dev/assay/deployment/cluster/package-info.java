/** What a cluster under test is to the rest of Assay, whoever runs it. */
@NullMarked
package dev.assay.deployment.cluster;

import org.jspecify.annotations.NullMarked;
