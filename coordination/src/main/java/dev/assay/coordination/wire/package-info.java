/** The protocol between coordinator and worker, and the conversion of records to messages and back. */
@NullMarked
package dev.assay.coordination.wire;

import org.jspecify.annotations.NullMarked;
