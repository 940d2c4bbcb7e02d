/** The generated messages and stubs of the wire; protobuf's getters never return null. */
@NullMarked
package dev.assay.coordination.wire.proto;

import org.jspecify.annotations.NullMarked;
