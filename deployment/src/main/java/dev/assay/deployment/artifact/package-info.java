/** Jars and distributions from a Maven repository: fetched once, found again without network, verified whenever they are used. */
@NullMarked
package dev.assay.deployment.artifact;

import org.jspecify.annotations.NullMarked;
