/** One class a command; each reads options and hands over. */
@NullMarked
package dev.assay.cli.command;

import org.jspecify.annotations.NullMarked;
