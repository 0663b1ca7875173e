/** The scripts of the checkout, run on made-up machines: fake JDKs, fake Maven, fake pip. */
@NullMarked
package dev.loomweight.scripts;

import org.jspecify.annotations.NullMarked;
