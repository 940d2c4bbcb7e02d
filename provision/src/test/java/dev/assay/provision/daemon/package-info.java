/** Running clusters under test. */
@NullMarked
package dev.assay.provision.daemon;

import org.jspecify.annotations.NullMarked;
