/**
 * How the in-memory system's server and its clients talk: frames over one TCP connection for each producer, each consumer and
 * each driver.
 *
 * <p>A frame is an int (how many bytes follow), a byte (its {@link dev.assay.driver.memory.wire.FrameType}) and a body.
 * Numbers are big-endian; a text is what {@link java.io.DataOutput#writeUTF} writes. A connection begins with {@code HELLO},
 * then it is what its first request makes of it: of a driver, which creates and deletes topics; of a producer; or of a
 * consumer. Requests are answered with {@code OK} or {@code REFUSED}. What follows on the connection of a producer or a
 * consumer is not answered one by one, so that both sides can send as much at once as there is.
 *
 * <p>A consumer's client hands messages over in the order in which they come, on the thread that reads them. When it meets
 * {@code REVOKE}, it has handed over all that was sent to it before.
 */
@NullMarked
package dev.assay.driver.memory.wire;

import org.jspecify.annotations.NullMarked;
