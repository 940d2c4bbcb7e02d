/** What coordinator and worker say to each other: the protocol, and records to messages and back. */
@NullMarked
package dev.assay.fleet.wire;

import org.jspecify.annotations.NullMarked;
