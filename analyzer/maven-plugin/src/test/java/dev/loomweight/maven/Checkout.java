package dev.loomweight.maven;

import java.nio.file.Path;

/** Where the sources and what was built of them are. */
final class Checkout {

    /** The root of the checkout; tests run in the folder of their module. */
    static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private Checkout() {}
}
