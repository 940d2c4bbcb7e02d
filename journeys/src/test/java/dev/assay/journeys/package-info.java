/** What people do with the whole program: each test starts it the way {@code ./assay} does. */
@NullMarked
package dev.assay.journeys;

import org.jspecify.annotations.NullMarked;
