/** What people do with the whole program: each test starts it the way {@code ./assay} does. */
@NullMarked
package dev.assay.e2e;

import org.jspecify.annotations.NullMarked;
