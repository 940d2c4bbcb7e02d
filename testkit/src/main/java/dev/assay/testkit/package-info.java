/** What tests of several modules share: a driver that commits faults at known places, a JDK for short lives. */
@NullMarked
package dev.assay.testkit;

import org.jspecify.annotations.NullMarked;
