/** Servers written in Java, run on the JVM that runs Assay. */
@NullMarked
package dev.assay.deployment.jvm;

import org.jspecify.annotations.NullMarked;
