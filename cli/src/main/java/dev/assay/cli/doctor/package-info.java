/** What of this machine would spoil a measurement, found out before one is begun. */
@NullMarked
package dev.assay.cli.doctor;

import org.jspecify.annotations.NullMarked;
