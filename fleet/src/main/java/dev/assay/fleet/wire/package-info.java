/** The protocol between coordinator and worker, and the conversion of records to messages and back. */
@NullMarked
package dev.assay.fleet.wire;

import org.jspecify.annotations.NullMarked;
