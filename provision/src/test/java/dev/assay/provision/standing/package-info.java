/** Standing clusters under test. */
@NullMarked
package dev.assay.provision.standing;

import org.jspecify.annotations.NullMarked;
