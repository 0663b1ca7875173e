/**
 * Places of class files: folders, jars and the jars in them, images of JDKs. What is found is bytes, with what the place
 * says of itself; nothing here looks into them. Files of others are read with limits on sizes and numbers; what cannot be
 * read ends in an {@link java.io.IOException} whose message names the file.
 */
@NullMarked
package dev.loomweight.classfiles;

import org.jspecify.annotations.NullMarked;
