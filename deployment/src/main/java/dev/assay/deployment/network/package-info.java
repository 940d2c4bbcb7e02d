/** Network addresses of their own for nodes, from which they can be cut. Linux and root only. */
@NullMarked
package dev.assay.deployment.network;

import org.jspecify.annotations.NullMarked;
