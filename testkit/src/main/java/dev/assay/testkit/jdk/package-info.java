/** What the processes of tests run on. */
@NullMarked
package dev.assay.testkit.jdk;

import org.jspecify.annotations.NullMarked;
