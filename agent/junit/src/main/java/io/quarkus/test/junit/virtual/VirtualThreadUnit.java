package io.quarkus.test.junit.virtual;

import dev.loomweight.junit.GateExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks a class that has tests with {@link ShouldNotPin} or {@link ShouldPin}; claims nothing itself. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(GateExtension.class)
public @interface VirtualThreadUnit {}
