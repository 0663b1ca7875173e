package dev.loomweight.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** An option that assistants have, too: it captures nothing, runs nothing, and shows nothing that is masked. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface ForAssistants {

    /** Whether its values are files, which an assistant may name below its roots only. */
    boolean files() default false;
}
