/** Jars from a Maven repository, fetched once, checked, and found again without network. */
@NullMarked
package dev.assay.deployment.artifact;

import org.jspecify.annotations.NullMarked;
