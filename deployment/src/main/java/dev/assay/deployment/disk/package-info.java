/** Disks of their own for nodes: file systems in images that can fill up and lose power. Linux and root only. */
@NullMarked
package dev.assay.deployment.disk;

import org.jspecify.annotations.NullMarked;
